import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The page. The programs around it are built by electron/launch/build.mjs. */
export default defineConfig({
  root: 'renderer',
  // Relative addresses serve both app:// and the loopback page.
  base: './',
  plugins: [react()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    // The tests' Electron 22 is Chrome 108; it has neither native nesting nor color-mix() with variables.
    target: 'chrome108',
    cssTarget: 'chrome108',
    // The Content Security Policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The page comes from the same machine: one large file costs less than many small ones.
    chunkSizeWarningLimit: 4000,
  },
})
