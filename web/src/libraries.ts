import '@tanstack/react-query';
import 'react-router';
