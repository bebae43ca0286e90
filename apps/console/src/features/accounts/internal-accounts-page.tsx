import { AccountsPage } from './accounts-page.tsx';

/** The provider's own people. */
export const InternalAccountsPage = () => <AccountsPage side="INTERNAL" />;
