package com.thumba.wallet.loopback;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Lines of text that come over loopback, in the order in which they come. */
public final class LoopbackLines implements AutoCloseable {
  /** A line, and the connection that it came by. */
  public record Line(String text, Connection from) {}

  /** The way back to the sender. */
  public static final class Connection {
    private final Writer writer;

    Connection(Socket socket) throws IOException {
      writer = new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8);
    }

    public synchronized void send(String line) {
      try {
        writer.write(line + "\n");
        writer.flush();
      } catch (IOException closed) {
        System.err.println("The other side has closed the connection: " + closed.getMessage());
      }
    }
  }

  private final ServerSocket server;
  private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();

  public LoopbackLines() {
    try {
      server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    } catch (IOException taken) {
      throw new UncheckedIOException(taken);
    }
    inBackground(this::accept);
  }

  public int port() {
    return server.getLocalPort();
  }

  /** The next line, or null if there is none for a short time. */
  public Line next() throws InterruptedException {
    return lines.poll(10, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException closed) {
      System.err.println(closed.getMessage());
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        inBackground(() -> read(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void read(Socket socket) {
    try (socket;
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      Connection connection = new Connection(socket);
      for (String line = reader.readLine(); line != null; line = reader.readLine())
        lines.add(new Line(line, connection));
    } catch (IOException closed) {
      System.err.println("A connection ended: " + closed.getMessage());
    }
  }

  private static void inBackground(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
  }
}
