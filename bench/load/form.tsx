import { createRoot } from 'react-dom/client';

/** The reference for the login page: React with a bare form. */
function SignIn() {
  return (
    <main>
      <h1>Sign in</h1>
      <p>See your robots, send them to clean, prove what is clean.</p>
      <form>
        <label>
          Account <input name="username" autoComplete="username" />
        </label>
        <label>
          Password <input name="password" type="password" autoComplete="current-password" />
        </label>
        <button type="submit">Sign in</button>
      </form>
    </main>
  );
}

const root = document.querySelector('#root');
if (root) createRoot(root).render(<SignIn />);
