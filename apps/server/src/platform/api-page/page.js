// Shows the answer to the first call below its sample. Without this script the page lacks only the button.
const place = document.querySelector('.try');
const button = place.querySelector('button');
const status = place.querySelector('[role=status]');
const answer = document.querySelector('.answer');

async function tryCall() {
  status.textContent = 'Asking…';
  try {
    const response = await fetch(button.dataset.path, { headers: { 'X-TenantID': button.dataset.tenant } });
    const body = await response.json();
    answer.textContent = JSON.stringify(body, null, 2);
    answer.hidden = false;
    status.textContent = `Answered with code ${body.code}.`;
  } catch {
    status.textContent = 'The server did not answer. Please try again.';
  }
}

button.addEventListener('click', tryCall);
place.hidden = false;
