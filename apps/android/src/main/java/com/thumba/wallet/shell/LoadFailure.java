package com.thumba.wallet.shell;

import com.thumba.wallet.R;

/** Why the page is not there. */
enum LoadFailure {
  /** The site does not answer, most often because the phone has no internet. */
  UNREACHABLE(R.string.page_unreachable),
  /** The site cannot prove that it is the lender's. */
  UNSAFE(R.string.page_unsafe),
  /** Android has ended the page several times in a row. */
  ENDED(R.string.page_ended),
  /** The WebView of this phone is too old for this app. */
  OLD_WEB_VIEW(R.string.page_old_web_view);

  final int sentence;

  LoadFailure(int sentence) {
    this.sentence = sentence;
  }
}
