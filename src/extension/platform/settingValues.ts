interface NumberSetting {
  readonly kind: 'number';
  readonly minimum: number;
  readonly maximum: number;
  readonly fallback: number;
}
interface ChoiceSetting {
  readonly kind: 'choice';
  readonly values: readonly string[];
}
interface SwitchSetting {
  readonly kind: 'switch';
}
interface CursorSetting {
  readonly kind: 'cursor';
}
type ValueSetting = NumberSetting | ChoiceSetting | SwitchSetting | CursorSetting;

const createNumberSetting = (minimum: number, maximum: number, fallback: number) =>
  ({ kind: 'number', minimum, maximum, fallback }) as const;
const createChoiceSetting = <const T extends readonly string[]>(...values: T) =>
  ({ kind: 'choice', values }) as const;
const SWITCH_SETTING = { kind: 'switch' } as const;

const rows = {
  'results.pageSize': createNumberSetting(1, 25, 25),
  'results.maxRows': createNumberSetting(1, 10_000_000, 100_000),
  'results.concurrency': createNumberSetting(1, 8, 4),
  'results.maskValues': createChoiceSetting('declared', 'all', 'none'),
  'results.clearClipboardAfterSeconds': createNumberSetting(0, 86_400, 60),
  'results.prefetch': SWITCH_SETTING,
  'audit.pageSize': createNumberSetting(0, 1000, 0),
  'audit.cursorParameters': { kind: 'cursor' },
  'audit.followSeconds': createNumberSetting(1, 3600, 5),
  'audit.maskLiterals': SWITCH_SETTING,
  'dialect.literalHints': SWITCH_SETTING,
  'network.firstByteSeconds': createNumberSetting(1, 3600, 30),
  'network.timeoutSeconds': createNumberSetting(1, 3600, 60),
  'network.transport': createChoiceSetting('auto', 'undici', 'editor'),
  'localVault.rows': createNumberSetting(1, 1_000_000, 10_000),
  'localVault.port': createNumberSetting(0, 65_535, 0),
} as const satisfies Readonly<Record<string, ValueSetting>>;

/** The settings whose values are validated here, by full name, which starts with `vaultsql.`. */
export const VALUE_SETTINGS = Object.fromEntries(
  Object.entries(rows).map(([name, setting]) => [`vaultsql.${name}`, setting]),
) as { readonly [Short in keyof typeof rows as `vaultsql.${Short}`]: (typeof rows)[Short] };

type Name = keyof typeof VALUE_SETTINGS;
type NameOf<Kind> = { [N in Name]: (typeof VALUE_SETTINGS)[N]['kind'] extends Kind ? N : never }[Name];
export type NumberName = NameOf<'number'>;
type ChoiceName = NameOf<'choice'>;
type ChoiceOf<N extends ChoiceName> = (typeof VALUE_SETTINGS)[N]['values'][number];

/**
 * Returns `value` rounded down and limited to the range of the setting `name`, or the setting's default if `value` is
 * not a finite number.
 */
export function normalizeNumberSetting(name: NumberName, value: unknown): number {
  const { minimum, maximum, fallback } = VALUE_SETTINGS[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) return fallback;
  return Math.min(maximum, Math.max(minimum, Math.floor(value)));
}

export function parseChoiceSetting<N extends ChoiceName>(name: N, value: unknown): ChoiceOf<N> | undefined {
  const values: readonly ChoiceOf<N>[] = VALUE_SETTINGS[name].values;
  return values.find((one) => one === value);
}

export interface CursorParameters {
  readonly timestamp: string;
  readonly changeID: string;
}

/** Returns the names of the cursor parameters. Returns null, which turns paging off, unless both are strings. */
export function parseCursorParameters(value: unknown): CursorParameters | null {
  if (typeof value !== 'object' || value === null) return null;
  const { timestamp, changeID }: Partial<Record<keyof CursorParameters, unknown>> = value;
  return typeof timestamp === 'string' && typeof changeID === 'string' ? { timestamp, changeID } : null;
}

/** A setting with an invalid value. `used`: the number that applies instead. */
export type ValueProblem = { readonly name: string } & (
  | { readonly kind: 'number'; readonly minimum: number; readonly maximum: number; readonly used: number }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'switch' }
  | { readonly kind: 'cursor' }
);

/**
 * Returns the settings with invalid values. `getValue` returns the value that the user set; undefined if there is none.
 */
export function findValueProblems(getValue: (name: string) => unknown): readonly ValueProblem[] {
  return Object.entries<ValueSetting>(VALUE_SETTINGS).flatMap(([name, setting]): readonly ValueProblem[] => {
    const value = getValue(name);
    if (value === undefined || isValidSettingValue(setting, value)) return [];
    if (setting.kind !== 'number') return [{ name, ...setting }];
    const { kind, minimum, maximum } = setting;
    return [{ name, kind, minimum, maximum, used: normalizeNumberSetting(name as NumberName, value) }];
  });
}

function isValidSettingValue(setting: ValueSetting, value: unknown): boolean {
  switch (setting.kind) {
    case 'number':
      return Number.isInteger(value) && Number(value) >= setting.minimum && Number(value) <= setting.maximum;
    case 'choice':
      return setting.values.some((one) => one === value);
    case 'switch':
      return typeof value === 'boolean';
    case 'cursor':
      return value === null || parseCursorParameters(value) !== null;
  }
}
