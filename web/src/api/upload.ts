/** A fetch for one request that reports which share of the body has been sent. Browsers report this for XMLHttpRequest only. */
export const fetchWithProgress =
  (onProgress: (share: number) => void) =>
  async (request: Request): Promise<Response> => {
    const body = await request.arrayBuffer();
    return new Promise((resolve, reject) => {
      const sending = new XMLHttpRequest();
      sending.open(request.method, request.url);
      sending.responseType = 'blob';
      for (const [name, value] of request.headers) sending.setRequestHeader(name, value);
      sending.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
      sending.upload.onload = () => onProgress(1);
      sending.onload = () => {
        const headers = new Headers();
        for (const line of sending.getAllResponseHeaders().trim().split('\r\n')) {
          const at = line.indexOf(':');
          if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
        }
        resolve(new Response(sending.response as Blob, { status: sending.status, headers }));
      };
      const fail = () => reject(new TypeError('The request could not be sent.'));
      sending.onerror = fail;
      sending.ontimeout = fail;
      sending.onabort = fail;
      sending.send(body);
    });
  };
