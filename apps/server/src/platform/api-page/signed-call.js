import { createHash, randomBytes, randomUUID } from 'node:crypto';

const token = 'THE TOKEN';
const uid = randomUUID();
const nonce = randomBytes(3).toString('hex');
const timestamp = String(Date.now());
const sign = createHash('md5')
  .update(uid + nonce + timestamp)
  .digest('hex');
const answer = await fetch('http://localhost:8080/api/my/getUserInfo', {
  headers: { 'X-TenantID': 'tenant_26', uid, nonce, timestamp, sign, token },
});
console.log(await answer.json());
