import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

// The frame's own checksum (XXH64) makes decompression fail on a damaged block.
const params = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 }

/** Compresses text with a checksum. */
export function sealText(text: string): Uint8Array {
  return zstdCompressSync(text, { params })
}

/** Gives the text back. Throws when a bit of it has changed. */
export function unsealText(sealed: Uint8Array): string {
  return zstdDecompressSync(sealed).toString('utf8')
}

/** JSON texts hold no raw line break, so that a line each is enough. */
export function sealTexts(texts: readonly string[]): Uint8Array {
  return sealText(texts.join('\n'))
}

export function unsealTexts(sealed: Uint8Array): string[] {
  return unsealText(sealed).split('\n')
}
