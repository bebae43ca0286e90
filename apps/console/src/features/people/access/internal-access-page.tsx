import { AccessPage } from './access-page.tsx';

/** The access page for the provider's own accounts. */
export const InternalAccessPage = () => <AccessPage side="INTERNAL" />;
