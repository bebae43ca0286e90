/** The address of the product under test: a running one (`E2E_URL`), else the one that the run starts. */
export const baseUrl = () => process.env['E2E_URL'] ?? `http://127.0.0.1:${process.env['E2E_PORT']}`;
