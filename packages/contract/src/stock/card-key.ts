/** 18 to 22 characters: the six of industry, country and issuer are digits, later ones may be A to F in some countries. */
const pattern = /^\d{6}[0-9A-F]{12,16}$/;

/**
 * The one spelling under which a SIM card (ICCID) is stored and compared; undefined for what is none. Lists group the digits and write
 * letters in either case. A modem fills a number of 19 digits with `F`, because it stores two digits in a byte.
 */
export function cardKeyOf(text: string): string | undefined {
  const key = text.replaceAll(/[\s-]/g, '').toUpperCase().replace(/F+$/, '');
  return pattern.test(key) ? key : undefined;
}
