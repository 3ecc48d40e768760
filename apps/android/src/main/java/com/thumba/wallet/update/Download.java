package com.thumba.wallet.update;

import android.os.SystemClock;
import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Refused;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Downloads one file over https and compares its hash. It stops when the page no longer waits for it. */
final class Download {
  private static final int LARGEST_BYTES = 20 * 1024 * 1024;
  private static final int MOST_REDIRECTS = 5;
  private static final int CONNECT_LIMIT_MS = 15_000;
  private static final int SILENCE_LIMIT_MS = 30_000;
  private static final long WHOLE_LIMIT_MS = 540_000;
  private static final int PIECE_BYTES = 64 * 1024;

  private final long startedMs = SystemClock.elapsedRealtime();
  private volatile boolean isCancelled;

  void cancel() {
    isCancelled = true;
  }

  boolean isCancelled() {
    return isCancelled;
  }

  void to(File file, String address, String sha256) throws Refused {
    try {
      HttpURLConnection connection = connect(new URL(address));
      try (InputStream from = connection.getInputStream();
          OutputStream to = new FileOutputStream(file)) {
        if (!sha256.equals(copy(from, to))) throw failure("another hash than the page has named");
      } finally {
        connection.disconnect();
      }
    } catch (IOException broken) {
      throw failure("the file was not downloaded: " + broken.getClass().getName());
    }
  }

  private HttpURLConnection connect(URL address) throws IOException, Refused {
    URL next = address;
    for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      if (!next.getProtocol().equals("https")) throw failure("an address without https");
      HttpURLConnection connection = (HttpURLConnection) next.openConnection();
      connection.setConnectTimeout(CONNECT_LIMIT_MS);
      connection.setReadTimeout(SILENCE_LIMIT_MS);
      connection.setInstanceFollowRedirects(false);
      connection.setUseCaches(false);
      // Android would otherwise unpack the file on the way.
      connection.setRequestProperty("Accept-Encoding", "identity");
      int status = connection.getResponseCode();
      if (status == HttpURLConnection.HTTP_OK) return connection;
      String location = connection.getHeaderField("Location");
      connection.disconnect();
      if (status < 300 || status > 399 || location == null) throw failure("the answer " + status);
      next = new URL(next, location);
    }
    throw failure("too many redirects");
  }

  /** @return the SHA-256 of the file in hexadecimal digits */
  private String copy(InputStream from, OutputStream to) throws IOException, Refused {
    MessageDigest digest = sha256();
    byte[] piece = new byte[PIECE_BYTES];
    long bytes = 0;
    for (int read = from.read(piece); read != -1; read = from.read(piece)) {
      bytes += read;
      if (bytes > LARGEST_BYTES) throw failure("a file of more than " + LARGEST_BYTES + " bytes");
      boolean isTooSlow = SystemClock.elapsedRealtime() - startedMs > WHOLE_LIMIT_MS;
      if (isCancelled || isTooSlow) throw failure("the page no longer waits for the file");
      digest.update(piece, 0, read);
      to.write(piece, 0, read);
    }
    StringBuilder hash = new StringBuilder();
    for (byte one : digest.digest()) {
      hash.append(Character.forDigit((one >> 4) & 0xf, 16)).append(Character.forDigit(one & 0xf, 16));
    }
    return hash.toString();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Android has SHA-256", impossible);
    }
  }

  private static Refused failure(String reason) {
    return new Refused(Refusal.FAILED, reason);
  }
}
