import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { pageHeaders } from '../../../electron/host/pageHeaders.ts'
import { get, testHost } from './testHost.ts'

describe('the page', () => {
  it('comes with a policy that allows its own files, its own socket and nothing else', async () => {
    const { web } = await testHost()
    const { status, headers, body } = await get(web, '/')
    expect([status, body]).toEqual([200, '<!doctype html><title>Handrail</title>'])
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
    )
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('script-src')).toBe("'self'")
    expect(policy.get('connect-src')).toBe(`'self' ws://127.0.0.1:${web.port}`)
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  it('allows the one style element of react-aria, as it is in the installed version, and no other', () => {
    const usePress = createRequire(import.meta.url).resolve('react-aria/package.json')
    const source = readFileSync(path.join(path.dirname(usePress), 'dist/private/interactions/usePress.mjs'), 'utf8')
    const style = /style\.textContent = `([^`]*)`\.trim\(\)/.exec(source)?.[1] ?? ''
    const text = style.replace(/\$\{[^}]*\}/, 'data-react-aria-pressable').trim()
    const hash = createHash('sha256').update(text).digest('base64')
    expect(pageHeaders([])['Content-Security-Policy']).toContain(`style-src 'self' 'sha256-${hash}';`)
  })

  it('allows the socket under the name by which it was asked for', async () => {
    const { web } = await testHost()
    const { headers } = await get(web, '/', { host: 'localhost:9999' })
    expect(headers['content-security-policy']).toContain("connect-src 'self' ws://localhost:9999;")
  })

  it('comes with hashed files that are kept for good, each with its type', async () => {
    const { web } = await testHost()
    const script = await get(web, '/assets/index-Ab3_dE7h.js')
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(script.headers['cache-control']).toBe('private, max-age=31536000, immutable')
    expect((await get(web, '/assets/inter-B1c2D3e4.woff2')).headers['content-type']).toBe('font/woff2')
    const head = await get(web, '/assets/index-Ab3_dE7h.js', { method: 'HEAD' })
    expect([head.body, head.headers['content-length']]).toEqual(['', '9'])
  })

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//secret.txt',
    '/secret.txt',
    '/index.html%00.js',
    '/assets',
    '/assets/',
    'http://127.0.0.1/../secret.txt',
  ])('gives no other file: %s', async (where) => {
    const { web } = await testHost()
    const { status, body } = await get(web, where)
    expect(status).toBe(404)
    expect(body).not.toContain('not part of the page')
  })

  it.each([
    'evil.test',
    'evil.test:PORT',
    'localhost.evil.test:PORT',
    'localhost.:PORT',
    '[::1]evil:PORT',
    '0.0.0.0:PORT',
  ])('is not served under the name %s', async (host) => {
    const { web } = await testHost()
    const { status, body } = await get(web, '/', { host: host.replace('PORT', String(web.port)) })
    expect(status).toBe(421)
    expect(body).not.toContain('Handrail')
  })

  it('is not served without a name', async () => {
    const { web } = await testHost()
    const text = await new Promise<string>((resolve) => {
      const socket = connect(web.port, '127.0.0.1')
      let all = ''
      socket.on('data', (part) => {
        all += part
      })
      socket.once('close', () => resolve(all))
      socket.end('GET / HTTP/1.0\r\n\r\n')
    })
    expect(text).toMatch(/^HTTP\/1\.1 421 /)
  })

  it('is served under a name given by --allow-host, with its port when one was given', async () => {
    const { web } = await testHost({ allowHosts: ['console.example.test', 'other.test:81'] })
    expect((await get(web, '/', { host: 'Console.Example.Test:8443' })).status).toBe(200)
    expect((await get(web, '/', { host: 'other.test:81' })).status).toBe(200)
    expect((await get(web, '/', { host: 'other.test:82' })).status).toBe(421)
  })

  it('takes no other methods', async () => {
    const { web } = await testHost()
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await get(web, '/', { method })).status).toBe(405)
    }
  })
})
