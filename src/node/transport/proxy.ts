import type { NetworkSettings } from './settings.ts';

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export function selectProxy(url: URL, settings: NetworkSettings): string | undefined {
  if (settings.proxySupport === 'off' || LOOPBACK.has(url.hostname)) return undefined;
  const { env } = settings;
  const exceptions = settings.noProxy?.length
    ? settings.noProxy
    : (env.no_proxy || env.NO_PROXY || '').split(',');
  if (isExemptFromProxy(url, exceptions)) return undefined;
  const proxy =
    settings.proxy || env.https_proxy || env.HTTPS_PROXY || env.http_proxy || env.HTTP_PROXY || '';
  const trimmed = proxy.trim();
  if (trimmed === '') return undefined;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
}

function isExemptFromProxy(url: URL, exceptions: readonly string[]): boolean {
  const host = `.${url.hostname}`;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return exceptions.some((entry) => {
    const [, name = '', onlyPort] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry.trim().toLowerCase()) ?? [];
    if (name === '' || (onlyPort !== undefined && onlyPort !== port)) return false;
    return name === '*' || host.endsWith(`.${name.replace(/^\*?\./, '')}`);
  });
}
