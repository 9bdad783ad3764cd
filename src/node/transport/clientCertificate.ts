/** Reads the files of a client certificate: for each request, so that a renewed certificate is used immediately. */
import { createHash } from 'node:crypto';
import tls from 'node:tls';
import type { CertificateWithPassphrase } from '../../core/service/transport.ts';
import { readSmallFile } from '../smallFile.ts';

const MAX_BYTES = 1024 * 1024;
const PROBLEMS = {
  missing: 'MISSING',
  unreadable: 'UNREADABLE',
  'too-large': 'INVALID',
} as const;

export interface CertificateFiles {
  /** The contents of the files, as options for `tls.createSecureContext`. */
  readonly options: Pick<tls.SecureContextOptions, 'cert' | 'key' | 'pfx' | 'passphrase'>;
  /** SHA-256 of the contents and the passphrase, in base64. */
  readonly digest: string;
}

/** The client certificate can't be used, so nothing was sent. `PASSPHRASE`: the passphrase is wrong or missing. */
class ClientCertificateError extends Error {
  readonly code: string;
  constructor(reason: 'MISSING' | 'UNREADABLE' | 'PASSPHRASE' | 'INVALID') {
    super('client certificate');
    this.code = `CLIENT_CERT_${reason}`;
  }
}

/**
 * Reads the files of a certificate. Rejects with a `ClientCertificateError` if one is missing, unreadable or too large.
 */
export async function readCertificate(certificate: CertificateWithPassphrase): Promise<CertificateFiles> {
  const { passphrase } = certificate;
  const parts =
    certificate.kind === 'pfx'
      ? { pfx: await readCertificateFile(certificate.pfxFile) }
      : {
          cert: await readCertificateFile(certificate.certFile),
          key: await readCertificateFile(certificate.keyFile),
        };
  const hash = createHash('sha256');
  for (const part of Object.values(parts)) hash.update(part).update('\0');
  hash.update(passphrase ?? '');
  return {
    options: { ...parts, ...(passphrase !== undefined && { passphrase }) },
    digest: hash.digest('base64'),
  };
}

/**
 * Calls `tls.createSecureContext` with a client certificate, if there is one. Throws a `ClientCertificateError` if the
 * certificate or its passphrase is wrong.
 */
export function createTLSContext(
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

async function readCertificateFile(file: string): Promise<Buffer> {
  const found = await readSmallFile(file, MAX_BYTES);
  if (!found.ok) throw new ClientCertificateError(PROBLEMS[found.reason]);
  return found.contents;
}

/** Whether OpenSSL failed because of the passphrase of a key or PKCS#12 file, recognized by its message. */
const isAboutPassphrase = (error: unknown): boolean =>
  error instanceof Error && /bad decrypt|mac verify/i.test(error.message);
