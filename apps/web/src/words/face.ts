import { plural, words } from '@thumba/words/catalogue';

/** The check of the borrower's face. */
export const faceWords = words('face', {
  notNeeded: {
    title: 'You do not need a face check',
    text: 'We do not ask for a picture of your face. You have nothing to do here.',
  },
  done: {
    title: 'We have what we need for your face check',
    text: 'You do not need to do it again unless we ask you.',
  },
  identityFirst: {
    title: 'We need your NRC first',
    text: 'We compare your face with the picture on your card. Please send the pictures of your card first.',
    action: 'Go to your NRC',
  },
  /** What a phone loads of the guide. “MB” is the unit of its size. */
  guideSize: '0.6 MB',
  why: {
    title: 'Why we ask for your face',
    text: 'We compare your face with the picture on your NRC, so that no other person borrows in your name.',
  },
  how: {
    title: 'How it works',
    place: 'Go where there is light on your face. Take off a hat and dark glasses.',
    move: 'Look into the camera. Then turn your head to the left, to the right, and nod, in the order that we say.',
    guide: (size: string) =>
      `To guide you, your phone first loads a small program (${size}). It finds your face in the camera picture, on your phone.`,
  },
  kept: {
    title: 'What we keep',
    pictures:
      'We keep the pictures of your face encrypted, and numbers that describe your face. Our own computer compares them. We send them to no other company.',
    period:
      'We keep the pictures for 90 days at most, and the numbers until you take your agreement back or delete your account.',
    marks:
      'For 400 days we keep a scrambled form of each picture, from which it cannot be shown again, so that no picture is used twice.',
    policy: 'Read the <policy>Privacy Policy</policy>.',
  },
  instead: {
    title: 'If you do not want this',
    text: 'You can send one picture of your face without the guide. A person then compares it with your card, and you wait longer for the answer.',
    call: (phone: string) =>
      `If you do not want to send a picture of your face, call us on ${phone}. A person then checks your identity with you.`,
    noPhone:
      'If you do not want to send a picture of your face, write to us under Help. A person then checks your identity with you.',
  },
  consent: {
    title: 'Your agreement',
    agree: 'I agree',
    missing: 'Please agree first',
    given: 'You agreed to this. You can take it back in the settings.',
  },
  start: 'Start',
  onePicture: 'Send one picture without the guide',
  samplePictures: (name: string) => `Use the pictures of ${name}`,
  sample: {
    title: 'A person of the demo',
    text: (name: string) =>
      `You chose ${name} on the page of the phone. Their pictures can take the place of your camera.`,
  },
  camera: {
    opening: 'Opening the camera…',
    loading: (size: string) => `Loading the guide (${size})…`,
    picture: 'What the camera sees, as in a mirror',
    refused: {
      title: 'We cannot see the camera',
      text: 'Your phone does not let us use its camera, or it has none. You can allow the camera in the settings of your browser and try again, or send one picture.',
    },
    guideMissing: {
      title: 'The guide did not load',
      text: 'Check your internet and try again, or send one picture without the guide.',
    },
    paused: {
      title: 'The camera is off',
      text: 'We switched the camera off because you left this page. Start again when you are ready.',
    },
    tooLate: {
      title: 'The time is over',
      text: 'The movements took too long. Please take the pictures again.',
    },
    /** `time` is minutes and seconds, like “4:05”. */
    timeLeft: (time: string) => `${time} left`,
    place: (movement: number, movements: number) => `Movement ${movement} of ${movements}`,
  },
  advice: {
    no_face: 'Put your face in the oval',
    two_faces: 'Only you may be in the picture',
    too_dark: 'It is too dark. Go where there is light on your face',
    too_far: 'Come closer',
    too_near: 'Move the phone away a little',
    off_centre: 'Put your face in the middle of the oval',
    look_ahead: 'Look straight into the camera',
    hold_still: 'Hold still',
    ready: 'Good. Hold still',
  },
  gestures: {
    left: 'Turn your head to your left',
    right: 'Turn your head to your right',
    nod: 'Nod slowly',
  },
  still: {
    title: 'One picture of your face',
    text: 'Look straight into the camera, with light on your face. Show your whole face and no other person.',
    take: 'Take a picture',
    gallery: 'Gallery',
    again: 'Take it again',
    yours: 'Your picture',
    unreadable: 'Your phone cannot open this picture. Please take another one.',
    send: 'Send this picture',
    person: 'A person looks at it, which takes longer than the check with the guide.',
  },
  sending: {
    title: 'Sending your pictures',
    picture: (number: number, count: number) => `Sending picture ${number} of ${count}…`,
    comparing: 'Comparing your pictures',
    checking: 'We are comparing your pictures with your card…',
    place: (ahead: number) =>
      plural(ahead, {
        one: '1 other person is before you. Please stay on this page.',
        other: `${ahead} other people are before you. Please stay on this page.`,
      }),
    failed: 'Your pictures were not sent',
    notCompared: 'Your pictures were not compared',
  },
  again: {
    title: 'Please take the pictures again',
    triesLeft: (tries: number) =>
      plural(tries, {
        one: 'You can try 1 more time. After that, a person looks at your pictures.',
        other: `You can try ${tries} more times. After that, a person looks at your pictures.`,
      }),
    action: 'Take them again',
  },
  success: {
    pass: {
      title: 'We know it is you',
      text: 'Your face matches the picture on your card.',
    },
    refer: {
      title: 'We have your pictures',
      text: 'A person will compare them with your card. You have nothing more to do for this check.',
    },
    toLoan: 'Go on with your loan',
  },
});
