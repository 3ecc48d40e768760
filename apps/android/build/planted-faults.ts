/** A fault that is planted into the app to see that a test finds it. */
export type PlantedFault = {
  /** The file, from src/main/java/com/thumba/wallet; those of google/ from src/google/java/com/thumba/wallet. */
  file: string;
  /** Text of the file, and what stands at its first place with the fault. */
  from: string;
  to: string;
  /** The test that must fail, as Class.method, or the class if any of its tests may find the fault. */
  test: string;
};

export const plantedFaults: readonly PlantedFault[] = [
  {
    file: 'bridge/Bridge.java',
    from: '!origin.equals(sourceOrigin)',
    to: 'sourceOrigin == null',
    test: 'BridgeTest.aForeignOriginAndAFrameGetNoAnswer',
  },
  {
    file: 'bridge/Bridge.java',
    from: '!isMainFrame || ',
    to: '',
    test: 'BridgeTest.aForeignOriginAndAFrameGetNoAnswer',
  },
  {
    file: 'permission/PermissionQueue.java',
    from: 'if (open == null || open.permission != permission) return;',
    to: 'if (open == null) return;',
    test: 'PermissionHooksTest.aLateAnswerToAnEndedProcessReachesNoNewPage',
  },
  {
    file: 'permission/PermissionQueue.java',
    from: 'if (open != null && open.permission == permission) return open;',
    to: '',
    test: 'PermissionHooksTest.theSamePermissionTwiceIsOneQuestionWithTwoAnswers',
  },
  {
    file: 'permission/PermissionQueue.java',
    from: 'refusedBefore.edit().remove(permission.name).apply();',
    to: '',
    test: 'PermissionHooksTest.aPermissionThatIsGrantedAfterARefusalIsAskedForAgainWhenAndroidTakesItBack',
  },
  {
    file: 'permission/PermissionQueue.java',
    from: 'if (isTooLate || isGranted',
    to: 'if (isGranted',
    test: 'PermissionHooksTest.aQuestionThatStaysOpenFailsAndTheNextOneIsAskedLater',
  },
  {
    file: 'permission/PermissionQueue.java',
    from: 'if (!isUsed(permission)) return false;',
    to: '',
    test: 'PermissionHooksTest.aPermissionThatTheBuildLacksIsLeftOutAndDenied',
  },
  {
    file: 'phone/ExternalOpener.java',
    from: ' || uri.getHost().equalsIgnoreCase(ownHost)',
    to: '',
    test: 'PhoneHooksTest.everyOtherAddressIsRefused',
  },
  {
    file: 'phone/ExternalOpener.java',
    from: 'outside(Intent.ACTION_DIAL, uri)',
    to: 'outside(Intent.ACTION_CALL, uri)',
    test: 'PhoneHooksTest.aTelephoneNumberIsShownInTheDiallerAndNotCalled',
  },
  {
    file: 'phone/DeviceInfo.java',
    from: ' && !id.equals(SHARED_ID)',
    to: '',
    test: 'PhoneHooksTest.aPhoneWithoutAnIdOfItsOwnKeepsARandomOne',
  },
  {
    file: 'phone/DeviceInfo.java',
    from: '"[\\\\p{C}\\\\p{Z}]+"',
    to: '"[\\\\p{Z}]+"',
    test: 'PhoneHooksTest.namesOfAPhoneAreOneShortLine',
  },
  {
    file: 'phone/CoarseLocation.java',
    from: 'return Math.round(degrees * 100) / 100.0;',
    to: 'return degrees;',
    test: 'CoarseLocationTest.theNewLocationIsAnsweredRoundedToTwoDecimals',
  },
  {
    file: 'phone/CoarseLocation.java',
    from: '30L * 60 * 1_000',
    to: '31L * 60 * 1_000',
    test: 'CoarseLocationTest.anOlderKnownLocationIsNotAnswered',
  },
  {
    file: 'phone/CoarseLocation.java',
    from: 'LIMIT_MS, end::cancel)',
    to: 'LIMIT_MS)',
    test: 'CoarseLocationTest.aSilentProviderFailsAfterNineSecondsAndIsLeft',
  },
  {
    file: 'phone/CoarseLocation.java',
    from: '!permissions.isGranted(Permission.LOCATION) || ',
    to: '',
    test: 'CoarseLocationTest.withoutThePermissionNoProviderIsAsked',
  },
  {
    file: 'message/MoneyMovement.java',
    from: '"[\\\\t\\\\n\\\\x0B\\\\f\\\\r ',
    to: '"[\\\\t\\\\x0B\\\\f\\\\r ',
    test: 'MessageFiguresTest.everyTextIsReadAsOnTheServer',
  },
  {
    file: 'message/Inbox.java',
    from: 'nowMs + DAY_MS)',
    to: 'nowMs + 2 * DAY_MS)',
    test: 'MessageFiguresTest.everyListHasTheFiguresOfTheServer',
  },
  {
    file: 'message/MessageFigures.java',
    from: '!permissions.isGranted(Permission.MESSAGES)',
    to: 'false',
    test: 'MessageFiguresTest.withoutThePermissionTheHookRefuses',
  },
  {
    file: 'message/MessageFigures.java',
    from: '!settings.readsMessages()',
    to: 'false',
    test: 'MessageFiguresTest.aBuildThatReadsNoSmsIsUnsupported',
  },
  {
    file: 'message/MoneyFigures.java',
    from: 'receivedNgwee >= MOST_RECEIVED_NGWEE',
    to: 'false',
    test: 'MessageFiguresTest.amountsBeyondTheContractFail',
  },
  {
    file: 'bridge/BackgroundWork.java',
    from: 'Log.e(TAG, fault.getClass().getName());',
    to: 'Log.e(TAG, "failed", fault);',
    test: 'MessageFiguresTest.aFaultOfThePhoneFailsWithoutItsTextInTheLog',
  },
  {
    file: 'calendar/DueDateCalendar.java',
    from: 'Events.CUSTOM_APP_PACKAGE + " = ? AND "',
    to: '"? <> \'\' AND "',
    test: 'CalendarHooksTest.anEventOfAnotherAppWithTheSameTextIsKept',
  },
  {
    file: 'calendar/DueDateCalendar.java',
    from: ' + " = ? AND " + Events.DELETED + " = 0"',
    to: ' + " = ?"',
    test: 'CalendarHooksTest.anEventThatThePersonRemovedByHandIsAddedAgainAndRemovedWithoutAFault',
  },
  {
    file: 'calendar/DueDateCalendar.java',
    from: '15 * 60',
    to: '9 * 60',
    test: 'CalendarHooksTest.theReminderIsAtNineInTheMorningOfTheDayBefore',
  },
  {
    file: 'calendar/DueDate.java',
    from: 'start.setLenient(false);',
    to: '',
    test: 'CalendarHooksTest.whatIsNotAnEventOfTheContractFails',
  },
  {
    file: 'calendar/WritableCalendar.java',
    from: 'if (calendars.getInt(1) == 1) return',
    to: 'return',
    test: 'CalendarHooksTest.theDueDateIsAnAllDayEventOfTheMainCalendar',
  },
  {
    file: 'calendar/CalendarHooks.java',
    from: 'if (permissions.isGranted(Permission.CALENDAR))',
    to: 'if (permissions != null)',
    test: 'CalendarHooksTest.withoutThePermissionNothingIsReadOrWritten',
  },
  {
    file: 'update/Download.java',
    from: 'if (!next.getProtocol().equals("https")) throw',
    to: 'if (next.getProtocol().equals("gopher")) throw',
    test: 'UpdateAppTest.anAddressWithoutHttpsIsNotRead',
  },
  {
    file: 'update/Download.java',
    from: 'if (bytes > LARGEST_BYTES) throw',
    to: 'if (bytes < 0) throw',
    test: 'UpdateAppTest.aFileThatIsTooLargeIsNotReadToItsEnd',
  },
  {
    file: 'update/Download.java',
    from: 'if (!sha256.equals(copy(from, to))) throw',
    to: 'if (copy(from, to).isEmpty()) throw',
    test: 'UpdateAppTest.aFileWithAnotherHashIsDeleted',
  },
  {
    file: 'update/UpdateCheck.java',
    from: 'if (!installed.packageName.equals(offered.packageName)) throw failure("another app");',
    to: '',
    test: 'UpdateAppTest.anotherAppIsDeleted',
  },
  {
    file: 'update/UpdateCheck.java',
    from: 'if (versionOf(offered) != versionCode) throw failure("another version than the page has named");',
    to: '',
    test: 'UpdateAppTest.aVersionThatThePageHasNotNamedIsDeleted',
  },
  {
    file: 'update/UpdateCheck.java',
    from: 'if (versionOf(offered) <= versionOf(installed)) throw failure("no newer version");',
    to: '',
    test: 'UpdateAppTest.aVersionThatIsNotNewerIsDeleted',
  },
  {
    file: 'update/UpdateCheck.java',
    from: 'signers.isEmpty() || !signers.equals(signersOf(offered))',
    to: 'signers.isEmpty()',
    test: 'UpdateAppTest.anAppWithAnotherSignatureIsDeleted',
  },
  {
    file: 'update/InstallSession.java',
    from: 'if (intent.getIntExtra(PackageInstaller.EXTRA_SESSION_ID, -1) != id) return;',
    to: '',
    test: 'UpdateAppTest.newsOfAnotherSessionAreDropped',
  },
  {
    file: 'update/UpdateApp.java',
    from: 'isRunning || ',
    to: '',
    test: 'UpdateAppTest.aSecondUpdateAtOnceFailsAndTheFirstGoesOn',
  },
  {
    file: 'update/UpdateApp.java',
    from: 'if (mayInstall()) {\n      open(reply, session);\n      return;\n    }',
    to: 'if (session > -1) {\n      open(reply, session);\n      return;\n    }',
    test: 'UpdateAppTest.thePersonIsAskedToAllowTheAppAsASourceFirst',
  },
];
