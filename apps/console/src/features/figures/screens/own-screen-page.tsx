import { pages } from '@sweepline/contract';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../../kit/api/session.ts';
import { StoredImage } from '../../../kit/ui/stored-image.tsx';
import { LargeScreen } from './large/large-screen.tsx';
import { useScreenFeed } from './large/use-screen-feed.ts';

/** The large screen of a session, over everything its account sees. Escape leads back to the displays. */
export function OwnScreenPage() {
  const feed = useScreenFeed(undefined);
  const user = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !document.fullscreenElement) void navigate(pages.screens());
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [navigate]);
  const image = user?.images.menu?.imgUrl;
  return (
    <LargeScreen
      feed={feed}
      logo={image ? <StoredImage className="large-logo" address={image} alt={user.companyName} /> : undefined}
    />
  );
}
