import { useSearchParams } from 'react-router';
import { useAddress } from '../../../kit/list/use-address.ts';
import { BatchList } from './batches/batch-list.tsx';
import { CodeDrawer } from './code-drawer.tsx';
import { CodeList } from './code-list.tsx';
import './activation-codes.css';

/** Activation codes, as a list of codes or of batches. The open code is in the URL. */
export function ActivationCodesPage() {
  const [params] = useSearchParams();
  const [id, setId] = useAddress('id');
  return (
    <>
      {params.get('view') === 'batches' ? <BatchList /> : <CodeList />}
      {id && <CodeDrawer id={id} onClose={() => setId('')} />}
    </>
  );
}
