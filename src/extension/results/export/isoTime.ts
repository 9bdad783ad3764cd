/** Formats a date as ISO 8601 in local time with its offset from UTC, to the second: `2024-05-01T09:30:00+02:00`. */
export function formatIsoWithOffset(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const absoluteMinutes = Math.abs(minutes);
  const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, 19);
  return `${local}${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(absoluteMinutes / 60))}:${twoDigits(absoluteMinutes % 60)}`;
}
