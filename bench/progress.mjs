// Progress output: one line that is overwritten on a terminal, otherwise occasional new lines.

const width = 24;

export function startProgress(what, total) {
  const began = performance.now();
  const isTerminal = process.stdout.isTTY === true;
  let shown = 0;
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(0)} s`;
  return {
    show(done, doing = '') {
      const share = Math.min(1, done / total);
      if (isTerminal) {
        const bar = '█'.repeat(Math.round(share * width)).padEnd(width, '░');
        process.stdout.write(`\r\x1b[2K  ${what} ${bar} ${Math.floor(share * 100)} %  ${seconds()}  ${doing}`);
      } else if (share >= shown + 0.1) {
        shown = Math.floor(share * 10) / 10;
        console.log(`  ${what}: ${Math.round(shown * 100)} %, ${seconds()}${doing === '' ? '' : `, ${doing}`}`);
      }
    },
    /** A permanent line. */
    log(line) {
      console.log(`${isTerminal ? '\r\x1b[2K' : ''}  ${line}`);
    },
    end(summary = '') {
      console.log(`${isTerminal ? '\r\x1b[2K' : ''}  ${what}: ${seconds()}${summary === '' ? '' : `, ${summary}`}`);
    },
  };
}
