import { useQuery } from '@tanstack/react-query';
import { logoQuery } from '../api/logo.ts';
import { Logo } from '../ui/logo.tsx';

/** The company's logo; until there is one, that of Swath. The size is fixed, so nothing moves when it arrives. */
export function CompanyMark({ size }: { size: number }) {
  const url = useQuery(logoQuery).data?.url ?? null;
  if (url === null) return <Logo size={size} />;
  return <img src={url} width={size} height={size} alt="" style={{ objectFit: 'contain', borderRadius: 4 }} />;
}
