/** Whether a person asked their system for less movement. */
export const wantsLessMotion = () =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
