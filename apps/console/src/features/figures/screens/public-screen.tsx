import { screenCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchBytes } from '../../../kit/api/api.ts';
import { LargeScreen } from './large/large-screen.tsx';
import { useScreenFeed } from './large/use-screen-feed.ts';

/** The large screen of a display, opened by its link without an account. */
export function PublicScreen({ token }: { token: string }) {
  const feed = useScreenFeed(token);
  const logo = feed.view?.hasLogo ? <ScreenLogo token={token} name={feed.view.companyName} /> : undefined;
  return <LargeScreen feed={feed} logo={logo} />;
}

function ScreenLogo({ token, name }: { token: string; name: string }) {
  const { data } = useQuery({
    queryKey: ['screen-logo', token],
    queryFn: async ({ signal }) => new Blob([await fetchBytes(screenCalls.logo, { token }, signal)]),
    staleTime: Infinity,
    meta: { silent: true },
  });
  const [url, setUrl] = useState('');
  useEffect(() => {
    if (!data) return;
    const address = URL.createObjectURL(data);
    setUrl(address);
    return () => URL.revokeObjectURL(address);
  }, [data]);
  return url ? <img className="large-logo" src={url} alt={name} /> : null;
}
