/** The certificate by which a connection shows who it is (mutual TLS), as the setting names it. */

/** Paths: absolute, or below the home folder. The files are read when a connection is made, never copied. */
export type ClientCertificate = (
  | /** PEM files; the key may be under a passphrase. */
  { readonly kind: 'pem'; readonly certFile: string; readonly keyFile: string }
  /** PKCS#12 with both. */
  | { readonly kind: 'pfx'; readonly pfxFile: string }
) & {
  /** Shown to the connection's sign-in server too. */
  readonly forSignIn?: true;
};

/** Where nothing depends on the current folder. */
export const isFilePath = (file: string): boolean => /^(?:\/|~[\\/]|[a-z]:[\\/]|\\\\)/i.test(file);

type Reason = 'not-an-object' | 'bad-certificate' | 'bad-file';

/** Reads `connections[n].clientCertificate`. What is wrong is reported with its path, never thrown. */
export function readClientCertificate(
  value: unknown,
  path: string,
  report: (path: string, reason: Reason) => void,
): ClientCertificate | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report(path, 'not-an-object');
    return undefined;
  }
  const { certFile, keyFile, pfxFile, forSignIn } = value as Readonly<Record<string, unknown>>;
  const file = (name: string, text: unknown): string => {
    if (typeof text === 'string' && isFilePath(text.trim())) return text.trim();
    report(`${path}.${name}`, 'bad-file');
    return '';
  };
  const [isPem, isPfx] = [certFile !== undefined || keyFile !== undefined, pfxFile !== undefined];
  if (isPem === isPfx) {
    report(path, 'bad-certificate');
    return undefined;
  }
  const extra = forSignIn === true ? ({ forSignIn } as const) : {};
  return isPfx
    ? { kind: 'pfx', pfxFile: file('pfxFile', pfxFile), ...extra }
    : { kind: 'pem', certFile: file('certFile', certFile), keyFile: file('keyFile', keyFile), ...extra };
}
