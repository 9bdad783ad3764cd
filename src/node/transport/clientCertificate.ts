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

export interface LoadedCertificate {
  readonly options: Pick<tls.SecureContextOptions, 'cert' | 'key' | 'pfx' | 'passphrase'>;
  readonly digest: string;
}

/**
 * Thrown if the client certificate can't be used. The code `CLIENT_CERT_PASSPHRASE` means that the passphrase is wrong
 * or missing.
 */
class ClientCertificateError extends Error {
  readonly code: string;
  constructor(reason: 'MISSING' | 'UNREADABLE' | 'PASSPHRASE' | 'INVALID') {
    super('client certificate');
    this.code = `CLIENT_CERT_${reason}`;
  }
}

export async function readClientCertificate(
  certificate: CertificateWithPassphrase,
): Promise<LoadedCertificate> {
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
 * Creates a TLS context, with a client certificate if there is one. Throws a `ClientCertificateError` if the
 * certificate can't be used.
 */
export function createTLSContext(
  options: tls.SecureContextOptions,
  certificate: LoadedCertificate | undefined,
): tls.SecureContext {
  if (!certificate) return tls.createSecureContext(options);
  try {
    return tls.createSecureContext({ ...options, ...certificate.options });
  } catch (error) {
    throw new ClientCertificateError(isPassphraseError(error) ? 'PASSPHRASE' : 'INVALID');
  }
}

async function readCertificateFile(file: string): Promise<Buffer> {
  const found = await readSmallFile(file, MAX_BYTES);
  if (!found.ok) throw new ClientCertificateError(PROBLEMS[found.reason]);
  return found.contents;
}

const isPassphraseError = (error: unknown): boolean =>
  error instanceof Error && /bad decrypt|mac verify/i.test(error.message);
