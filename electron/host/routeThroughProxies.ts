import { setGlobalProxyFromEnv } from 'node:http'
import { proxyFromEnv } from './proxyFromEnv.ts'

/** Node's fetch knows proxies only when told to. Loopback stays direct: the local service lives there. */
export function routeThroughProxies(env: NodeJS.ProcessEnv): void {
  const https_proxy = proxyFromEnv('https://proxied.invalid', { ...env, NO_PROXY: '', no_proxy: '' })
  const http_proxy = proxyFromEnv('http://proxied.invalid', { ...env, NO_PROXY: '', no_proxy: '' })
  if (http_proxy === null && https_proxy === null) return
  const no_proxy = [env.no_proxy || env.NO_PROXY, 'localhost,127.0.0.1,[::1]'].filter(Boolean).join(',')
  setGlobalProxyFromEnv({
    no_proxy,
    ...(http_proxy === null ? {} : { http_proxy }),
    ...(https_proxy === null ? {} : { https_proxy }),
  })
}
