package com.thumba.wallet.update;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The lender's download site on this machine: /app is the file, the other addresses are faulty. */
final class TestDownloadSite implements AutoCloseable {
  private static final char[] PASSWORD = "password".toCharArray();
  private static final int TOO_LARGE_BYTES = 20 * 1024 * 1024 + 1;

  /** Making a key takes long. */
  private static SSLContext context;

  private final HttpsServer server;
  private final HttpServer withoutHttps;
  private final byte[] file = "a newer version of the app".getBytes();
  private Runnable whenAsked = () -> {};

  TestDownloadSite() throws Exception {
    InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    withoutHttps = HttpServer.create(free, 0);
    withoutHttps.createContext("/app", this::answerWithFile);
    withoutHttps.start();
    server = HttpsServer.create(free, 0);
    if (context == null) context = contextOfNewKey();
    HttpsURLConnection.setDefaultSSLSocketFactory(context.getSocketFactory());
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext("/app", this::answerWithFile);
    server.createContext("/moved", exchange -> redirect(exchange, "/app"));
    server.createContext("/circle", exchange -> redirect(exchange, "/circle"));
    server.createContext(
        "/unsafe", exchange -> redirect(exchange, address("http", withoutHttps, "/app")));
    server.createContext("/missing", exchange -> answer(exchange, 404, file));
    server.createContext("/large", this::answerTooMuch);
    server.start();
  }

  String address(String path) {
    return address("https", server, path);
  }

  String addressWithoutHttps() {
    return address("http", withoutHttps, "/app");
  }

  byte[] file() {
    return file.clone();
  }

  String sha256() throws Exception {
    return sha256Of(file);
  }

  static String sha256OfTooLarge() throws Exception {
    return sha256Of(new byte[TOO_LARGE_BYTES]);
  }

  private static String sha256Of(byte[] content) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
  }

  /** What happens while the file is asked for. */
  void whenAsked(Runnable action) {
    whenAsked = action;
  }

  @Override
  public void close() {
    server.stop(0);
    withoutHttps.stop(0);
  }

  private static String address(String scheme, HttpServer of, String path) {
    return scheme + "://localhost:" + of.getAddress().getPort() + path;
  }

  private void answerWithFile(HttpExchange exchange) throws IOException {
    whenAsked.run();
    answer(exchange, 200, file);
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static void redirect(HttpExchange exchange, String location) throws IOException {
    try (exchange) {
      exchange.getResponseHeaders().set("Location", location);
      exchange.sendResponseHeaders(302, -1);
    }
  }

  /** Without its length, so that only counting finds it. */
  private void answerTooMuch(HttpExchange exchange) throws IOException {
    whenAsked.run();
    try (exchange) {
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().write(new byte[TOO_LARGE_BYTES]);
    } catch (IOException appHasLeft) {
      // The app stops reading when it has too much.
    }
  }

  private static SSLContext contextOfNewKey() throws Exception {
    Path folder = Files.createTempDirectory("download-site");
    Path store = folder.resolve("keys.p12");
    String[] names = {"-alias", "site", "-dname", "CN=localhost", "-ext", "san=dns:localhost"};
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-keystore", store.toString(), "-storepass", new String(PASSWORD)));
    command.addAll(List.of("-storetype", "PKCS12", "-keyalg", "EC"));
    command.addAll(List.of(names));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) throw new IllegalStateException(output);
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream from = Files.newInputStream(store)) {
      keys.load(from, PASSWORD);
    }
    Files.delete(store);
    Files.delete(folder);
    KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
    own.init(keys, PASSWORD);
    TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
    trusted.init(keys);
    SSLContext made = SSLContext.getInstance("TLS");
    made.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
    return made;
  }
}
