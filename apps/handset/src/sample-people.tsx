import { useId, useState } from 'react';
import { keepChosenPerson, readChosenPerson, removeChosenPerson } from './chosen-person.ts';
import { drawSamplePeople, type SamplePerson } from './simulator.ts';
import { dateText } from './words.ts';

const NO_ROOM =
  'This browser has no room for the pictures. Remove what it keeps for this address, and choose again.';

/** People with a card and a face, for a newcomer who has neither card nor camera. */
export function SamplePeople() {
  const [chosen, setChosen] = useState(() => readChosenPerson());
  const [people, setPeople] = useState<SamplePerson[]>();
  const [isDrawing, setIsDrawing] = useState(false);
  const [problem, setProblem] = useState('');
  const id = useId();

  async function draw() {
    setIsDrawing(true);
    setProblem('');
    try {
      setPeople(await drawSamplePeople());
    } catch (failure) {
      setProblem((failure as Error).message);
    }
    setIsDrawing(false);
  }

  function choose(person: SamplePerson) {
    const isKept = keepChosenPerson(person);
    setProblem(isKept ? '' : NO_ROOM);
    if (!isKept) return;
    setChosen(person);
    setPeople(undefined);
  }

  function remove() {
    removeChosenPerson();
    setChosen(undefined);
  }

  return (
    <section className="card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Sample people</h2>
      <p className="quiet">
        A new borrower needs an identity card and a face. Choose an invented person, and the borrower app in
        this browser offers their pictures in place of the camera.
      </p>
      {chosen && (
        <div className="sample-people" role="status">
          <h3>Chosen for this browser</h3>
          <Person person={chosen} button="Remove" onPress={remove} />
        </div>
      )}
      {people && <People people={people} onChoose={choose} />}
      {isDrawing && (
        <p className="quiet" role="status">
          Drawing cards and faces…
        </p>
      )}
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <div className="row">
        <button type="button" className="button" disabled={isDrawing} onClick={draw}>
          {drawWords(people, chosen)}
        </button>
      </div>
    </section>
  );
}

type PeopleProps = { people: readonly SamplePerson[]; onChoose: (person: SamplePerson) => void };

function People({ people, onChoose }: PeopleProps) {
  if (people.length === 0) return <p className="quiet">The simulator has no people.</p>;
  return (
    <ul className="sample-people">
      {people.map((person) => (
        <li key={person.idNumber}>
          <Person person={person} button="Choose" onPress={onChoose} />
        </li>
      ))}
    </ul>
  );
}

function drawWords(people: readonly SamplePerson[] | undefined, chosen: SamplePerson | undefined): string {
  if (people) return 'Show other people';
  return chosen ? 'Choose another person' : 'Show people';
}

type PersonProps = {
  person: SamplePerson;
  button: 'Choose' | 'Remove';
  onPress: (person: SamplePerson) => void;
};

function Person({ person, button, onPress }: PersonProps) {
  const { firstName, lastName, idNumber, birthDate, gender, face } = person;
  const name = `${firstName} ${lastName}`;
  return (
    <div className="sample-person">
      <img src={face} alt={`Face of ${name}`} width={72} height={96} />
      <div className="sample-person-words">
        <strong>{name}</strong>
        <span>NRC {idNumber}</span>
        <span>
          Born {dateText(birthDate)} · {gender === 'F' ? 'Female' : 'Male'}
        </span>
      </div>
      <button type="button" className="button" onClick={() => onPress(person)}>
        {button}
        <span className="hidden"> {name}</span>
      </button>
    </div>
  );
}
