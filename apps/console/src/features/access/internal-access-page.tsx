import { AccessPage } from './access-page.tsx';

/** Asked about the provider's own people. */
export const InternalAccessPage = () => <AccessPage side="INTERNAL" />;
