export const en = {
  signIn: 'Sign in',
  signUp: 'Sign up as a farmer',
  emailOrPhone: 'E-mail or phone number',
  password: 'Password',
  showPassword: 'Show or hide the password',
  forgot: 'Forgot your password?',
  noAccount: 'New here?',
};

export type AccountWords = typeof en;
