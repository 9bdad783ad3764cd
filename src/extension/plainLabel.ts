/**
 * Labels of lists, trees and the status bar turn `$(name)` into an icon. A name of a person's settings or a file may
 * hold that, so the form is broken by a blank of no width.
 */
export const plainLabel = (text: string): string => text.replace(/\$(?=\()/g, '$\u200b');
