/** The result of a form's rule: an error with the reason unless the value fits. */
export const check = (fits: boolean, reason: string) =>
  fits ? Promise.resolve() : Promise.reject(new Error(reason));
