package com.thumba.wallet.update;

import android.content.Context;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.pm.Signature;
import android.os.Build;
import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Refused;
import java.io.File;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Checks that a file is a newer version of this app, signed by the same lender. */
final class UpdateCheck {
  private UpdateCheck() {}

  static void check(Context context, File file, int versionCode) throws Refused {
    PackageManager packages = context.getPackageManager();
    PackageInfo installed = installed(packages, context.getPackageName());
    PackageInfo offered = packages.getPackageArchiveInfo(file.getPath(), signatureFlags());
    if (offered == null) throw failure("a file that is no app");
    if (!installed.packageName.equals(offered.packageName)) throw failure("another app");
    if (versionOf(offered) != versionCode) throw failure("another version than the page has named");
    if (versionOf(offered) <= versionOf(installed)) throw failure("no newer version");
    Set<Signature> signers = signersOf(installed);
    if (signers.isEmpty() || !signers.equals(signersOf(offered))) throw failure("another signature");
  }

  private static PackageInfo installed(PackageManager packages, String name) {
    try {
      return packages.getPackageInfo(name, signatureFlags());
    } catch (PackageManager.NameNotFoundException impossible) {
      throw new IllegalStateException("the app does not find itself", impossible);
    }
  }

  /** Android 9 reads the certificates of a file only if the older flag is given too. */
  @SuppressWarnings("deprecation")
  private static int signatureFlags() {
    return Build.VERSION.SDK_INT >= Build.VERSION_CODES.P
        ? PackageManager.GET_SIGNING_CERTIFICATES | PackageManager.GET_SIGNATURES
        : PackageManager.GET_SIGNATURES;
  }

  /** Before Android 9 there is no other way to read them. */
  @SuppressWarnings("deprecation")
  private static Set<Signature> signersOf(PackageInfo app) {
    Signature[] signers = app.signatures;
    if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.P)
      signers = app.signingInfo == null ? null : app.signingInfo.getApkContentsSigners();
    return signers == null ? new HashSet<>() : new HashSet<>(Arrays.asList(signers));
  }

  /** Before Android 9 a version is a smaller number. */
  @SuppressWarnings("deprecation")
  private static long versionOf(PackageInfo app) {
    return Build.VERSION.SDK_INT >= Build.VERSION_CODES.P ? app.getLongVersionCode() : app.versionCode;
  }

  private static Refused failure(String reason) {
    return new Refused(Refusal.FAILED, reason);
  }
}
