import { describeEveryPage } from './every-page.ts';

describeEveryPage({ size: 'phone', language: 'vi', colors: 'light' });
