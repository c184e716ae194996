// The first date or number that a browser writes in anyone's language takes it long: it looks up all the languages that there are.
// What it finds serves the page as well, so it is done beside the page, while that is still on its way.
new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Ho_Chi_Minh', weekday: 'long', day: 'numeric', month: 'long' }).format(0);
new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'VND' }).format(0);
close();
