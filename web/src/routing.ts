import 'react-router';
