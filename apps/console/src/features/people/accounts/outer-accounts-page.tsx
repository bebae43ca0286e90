import { AccountsPage } from './accounts-page.tsx';

/** The accounts of agents and terminal companies. */
export const OuterAccountsPage = () => <AccountsPage side="OUTER" />;
