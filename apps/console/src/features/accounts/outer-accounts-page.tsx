import { AccountsPage } from './accounts-page.tsx';

/** The people of agents and terminal companies. */
export const OuterAccountsPage = () => <AccountsPage side="OUTER" />;
