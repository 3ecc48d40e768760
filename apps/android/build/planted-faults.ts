import { plantedHookFaults } from './planted-hook-faults.ts';

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
    file: 'bridge/TimeLimitedReply.java',
    from: 'if (isAnswered) return false;',
    to: '',
    test: 'TimeLimitedReplyTest.theFirstAnswerCountsAndWhatFollowsItRunsOnce',
  },
  ...plantedHookFaults,
  {
    file: 'shell/BackKey.java',
    from: 'if (page.canGoBack() == isOurs) return;',
    to: 'if (page.canGoBack()) return;',
    test: 'BackKeyTest.theBackKeyBelongsToTheAppWhileThePageCanGoBack',
  },
  {
    file: 'shell/BackKey.java',
    from: 'else dispatcher.unregisterOnBackInvokedCallback(goBack);',
    to: '',
    test: 'BackKeyTest.theBackKeyBelongsToTheAppWhileThePageCanGoBack',
  },
  {
    file: 'shell/BackKey.java',
    from: 'else activity.finish();',
    to: '',
    test: 'BackKeyTest.aBackKeyThatComesBeforeTheAppGaveItUpLeavesTheApp',
  },
  {
    file: 'shell/LenderPage.java',
    from: 'if (port.isMissing()) failed(address, LoadFailure.OLD_WEB_VIEW);\n    else page',
    to: 'page',
    test: 'OldWebViewTest.anAppOfAStoreDoesNotShowTheSite',
  },
  {
    file: 'shell/LenderPage.java',
    from: 'state == null || port.isMissing()',
    to: 'state == null',
    test: 'OldWebViewTest.anAppOfAStoreDoesNotOpenThePageThatAndroidHasKept',
  },
  {
    file: 'shell/PictureFile.java',
    from: "authority.substring(authority.lastIndexOf('@') + 1).equals",
    to: 'authority.equals',
    test: 'PictureChooserTest.anotherAppCannotHandOverAFileOfThisApp',
  },
  {
    file: 'shell/PictureFile.java',
    from: 'if (isContinued) removeOlderThan',
    to: 'if (!isContinued) removeOlderThan',
    test: 'PictureChooserTest.aStartOfTheAppRemovesEveryPicture',
  },
  {
    file: 'shell/ScreenPrivacy.java',
    from: 'else window.clearFlags(WindowManager.LayoutParams.FLAG_SECURE);',
    to: '',
    test: 'WrapperHooksTest.theScreenIsHiddenAndShownAgain',
  },
  {
    file: 'WrapperHooks.java',
    from: 'hooks.put("hideScreen", new ScreenPrivacy(activity.getWindow()));',
    to: '',
    test: 'WrapperHooksTest.theAppHasTheHooksOfTheContract',
  },
  {
    file: 'shell/LenderSite.java',
    from: 'address.startsWith(origin + "/")',
    to: 'address.startsWith(origin)',
    test: 'LenderSiteTest.anAddressThatOnlyLooksLikeTheSiteDoesNotBelongToIt',
  },
  {
    file: 'shell/LenderSite.java',
    from: '!Intent.ACTION_VIEW.equals(intent.getAction())',
    to: 'intent.getAction() == null',
    test: 'LenderSiteTest.nothingElseOfAnIntentIsALink',
  },
];
