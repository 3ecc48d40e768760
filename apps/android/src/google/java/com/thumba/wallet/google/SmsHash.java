package com.thumba.wallet.google;

import android.content.Context;
import android.content.pm.PackageManager.NameNotFoundException;
import android.content.pm.Signature;
import android.util.Base64;
import androidx.core.content.pm.PackageInfoCompat;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;

/** The text by which the SMS Retriever knows that an SMS is for this app. */
final class SmsHash {
  private static final int HASHED_BYTES = 9;
  private static final int HASH_CHARACTERS = 11;

  private SmsHash() {}

  /** As Google calculates it: from the name of the package and the certificate that the app is signed with. */
  static String of(Context context) {
    String name = context.getPackageName();
    try {
      // Where the key of the app was replaced, the first certificate is the one that Play services use.
      List<Signature> certificates = PackageInfoCompat.getSignatures(context.getPackageManager(), name);
      String named = name + " " + certificates.get(0).toCharsString();
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(named.getBytes(StandardCharsets.UTF_8));
      byte[] start = Arrays.copyOf(hash, HASHED_BYTES);
      return Base64.encodeToString(start, Base64.NO_PADDING | Base64.NO_WRAP).substring(0, HASH_CHARACTERS);
    } catch (NameNotFoundException | NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Android does not know this app or SHA-256", impossible);
    }
  }
}
