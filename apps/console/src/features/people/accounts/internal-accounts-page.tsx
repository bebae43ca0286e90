import { AccountsPage } from './accounts-page.tsx';

/** The provider's own accounts. */
export const InternalAccountsPage = () => <AccountsPage side="INTERNAL" />;
