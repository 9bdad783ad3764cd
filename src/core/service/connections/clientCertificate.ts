/** The files of a client certificate. Paths are absolute or below the home folder; an unusable one is empty. */
export type ClientCertificate = (
  | { readonly kind: 'pem'; readonly certFile: string; readonly keyFile: string }
  | { readonly kind: 'pfx'; readonly pfxFile: string }
) & {
  /** True if the certificate is also presented to the sign-in server that the connection's settings name. */
  readonly forSignIn?: true;
};

export const isAbsoluteOrHomePath = (file: string): boolean => /^(?:\/|~[\\/]|[a-z]:[\\/]|\\\\)/i.test(file);

type Reason = 'not-an-object' | 'bad-certificate' | 'bad-file';

/**
 * Parses the setting of a client certificate. The paths of reported problems begin with `path`, the path of the setting
 * itself. Returns undefined if the setting is absent, is not an object, or does not name the files of exactly one kind.
 * A file that is missing or has an unusable path is reported, and its path is returned empty.
 */
export function parseClientCertificate(
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
    if (typeof text === 'string' && isAbsoluteOrHomePath(text.trim())) return text.trim();
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
