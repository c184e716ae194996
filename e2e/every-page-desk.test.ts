import { describeEveryPage } from './every-page.ts';

describeEveryPage({ size: 'desk', language: 'en', colors: 'dark' });
