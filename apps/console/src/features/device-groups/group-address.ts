/** The page of one group. */
export const groupAddress = (id: string) => `/group/detail?id=${id}`;
