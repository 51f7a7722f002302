// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Reads the certificates that the user trusts. */
final class TrustStores {
    private TrustStores() {}

    /**
     * Returns a context that trusts the user's certificates; empty if the user configured none and trusts those that
     * Java trusts.
     */
    static Optional<SSLContext> context(SearchOptions options) {
        return options.trustStore()
                .map(file -> context(file, options.trustStorePassword().map(String::toCharArray)));
    }

    private static SSLContext context(Path file, Optional<char[]> password) {
        try {
            byte[] content = Files.readAllBytes(file);
            KeyStore store =
                    isPem(content) ? readPem(content) : KeyStore.getInstance(file.toFile(), password.orElse(null));
            if (store.size() == 0) {
                throw new KeyStoreException("there are none, or a password is missing");
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(
                    "skipping.elasticsearch.tls.truststore-path: there is no file %s".formatted(file), e);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "skipping.elasticsearch.tls.truststore-path: cannot read certificates from %s, as PEM, PKCS #12 or JKS: %s"
                            .formatted(file, e.getMessage()),
                    e);
        }
    }

    private static boolean isPem(byte[] content) {
        return new String(content, US_ASCII).contains("-----BEGIN CERTIFICATE-----");
    }

    private static KeyStore readPem(byte[] content) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        Collection<? extends Certificate> certificates =
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(content));
        for (Certificate certificate : certificates) {
            store.setCertificateEntry("certificate-" + store.size(), certificate);
        }
        return store;
    }
}
