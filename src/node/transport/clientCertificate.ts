/** The files of a client's certificate: read for each request, so that a renewed one is shown at once. */
import { createHash } from 'node:crypto';
import tls from 'node:tls';
import type { ShownCertificate } from '../../core/service/transport.ts';
import { readSmallFile } from '../smallFile.ts';

/** Whole chains have some 10 KB. */
const MAX_BYTES = 1024 * 1024;
const PROBLEMS = { missing: 'MISSING', unreadable: 'UNREADABLE', 'too-large': 'INVALID' } as const;

export interface CertificateFiles {
  /** What TLS takes of them. */
  readonly options: Pick<tls.SecureContextOptions, 'cert' | 'key' | 'pfx' | 'passphrase'>;
  /** Another one for other contents. */
  readonly digest: string;
}

/** Nothing was sent then. `PASSPHRASE`: wrong, or there is none. */
class ClientCertificateError extends Error {
  readonly code: string;
  constructor(why: 'MISSING' | 'UNREADABLE' | 'PASSPHRASE' | 'INVALID') {
    super('client certificate');
    this.code = `CLIENT_CERT_${why}`;
  }
}

/** The files as they are now. Throws a `ClientCertificateError`. */
export async function readCertificate(certificate: ShownCertificate): Promise<CertificateFiles> {
  const { passphrase } = certificate;
  const parts =
    certificate.kind === 'pfx'
      ? { pfx: await read(certificate.pfxFile) }
      : { cert: await read(certificate.certFile), key: await read(certificate.keyFile) };
  const hash = createHash('sha256');
  for (const part of Object.values(parts)) hash.update(part).update('\0');
  hash.update(passphrase ?? '');
  return {
    options: { ...parts, ...(passphrase !== undefined && { passphrase }) },
    digest: hash.digest('base64'),
  };
}

/** `tls.createSecureContext`, whose complaints about a certificate become `ClientCertificateError`s. */
export function contextWith(
  options: tls.SecureContextOptions,
  certificate: CertificateFiles | undefined,
): tls.SecureContext {
  if (!certificate) return tls.createSecureContext(options);
  try {
    return tls.createSecureContext({ ...options, ...certificate.options });
  } catch (error) {
    throw new ClientCertificateError(isAboutPassphrase(error) ? 'PASSPHRASE' : 'INVALID');
  }
}

async function read(file: string): Promise<Buffer> {
  const found = await readSmallFile(file, MAX_BYTES);
  if (!found.ok) throw new ClientCertificateError(PROBLEMS[found.reason]);
  return found.contents;
}

/** OpenSSL's words for a key under a passphrase, and for a PKCS#12 file, which comes without a code. */
const isAboutPassphrase = (error: unknown): boolean =>
  error instanceof Error && /bad decrypt|mac verify/i.test(error.message);
