/** Chinese texts have a space between a number and its unit, which `Intl` leaves out: `10 米`. */
export const spaced = (text: string): string => text.replaceAll(/(\d)(?=\p{Script=Han})/gu, '$1 ');
