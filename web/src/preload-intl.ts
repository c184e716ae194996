// The first use of Intl is slow because the browser loads its locale data.
// The data is shared with the page, so this worker loads it while the page is still downloading.
new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Ho_Chi_Minh', weekday: 'long', day: 'numeric', month: 'long' }).format(0);
new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'VND' }).format(0);
close();
