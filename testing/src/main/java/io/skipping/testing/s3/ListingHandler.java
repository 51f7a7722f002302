// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.Lists;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.gaul.shaded.org.eclipse.jetty.http.HttpHeader;
import org.gaul.shaded.org.eclipse.jetty.server.Handler;
import org.gaul.shaded.org.eclipse.jetty.server.Request;
import org.gaul.shaded.org.eclipse.jetty.server.Response;
import org.gaul.shaded.org.eclipse.jetty.util.Callback;
import org.gaul.shaded.org.eclipse.jetty.util.Fields;

/**
 * Lists objects that do not exist, as S3 answers ListObjectsV2: a table may have more of them than a disk should hold.
 * The answers are prepared in advance, so that listing costs the endpoint next to nothing.
 */
final class ListingHandler extends Handler.Wrapper {
    /** The page size of S3. */
    private static final int PAGE_OBJECTS = 1000;

    /** The pages by bucket, slash and prefix. */
    private final Map<String, List<byte[]>> pages = new ConcurrentHashMap<>();

    ListingHandler(Handler handler) {
        super(handler);
    }

    /** @param objects ordered by key */
    void add(String bucket, String prefix, List<ListedObject> objects) {
        List<byte[]> answers = new ArrayList<>();
        List<List<ListedObject>> parts = Lists.partition(objects, PAGE_OBJECTS);
        for (int number = 0; number < parts.size(); number++) {
            answers.add(page(bucket, prefix, parts.get(number), number + 1, number + 1 < parts.size()));
        }
        pages.put(bucket + "/" + prefix, answers);
    }

    private static byte[] page(String bucket, String prefix, List<ListedObject> objects, int next, boolean truncated) {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
                .append("<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">");
        element(xml, "Name", bucket);
        element(xml, "Prefix", prefix);
        element(xml, "MaxKeys", PAGE_OBJECTS);
        element(xml, "KeyCount", objects.size());
        element(xml, "IsTruncated", truncated);
        if (truncated) {
            element(xml, "NextContinuationToken", next);
        }
        for (ListedObject object : objects) {
            xml.append("<Contents>");
            element(xml, "Key", object.key());
            element(xml, "LastModified", object.modified());
            element(xml, "ETag", "&quot;%016x&quot;".formatted(object.key().hashCode()));
            element(xml, "Size", object.bytes());
            element(xml, "StorageClass", "STANDARD");
            xml.append("</Contents>");
        }
        return xml.append("</ListBucketResult>").toString().getBytes(UTF_8);
    }

    private static void element(StringBuilder xml, String name, Object value) {
        xml.append('<')
                .append(name)
                .append('>')
                .append(value)
                .append("</")
                .append(name)
                .append('>');
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Fields parameters = Request.extractQueryParameters(request);
        String prefix = parameters.getValue("prefix");
        if (!request.getMethod().equals("GET") || prefix == null) {
            return super.handle(request, response, callback);
        }
        String bucket = request.getHttpURI().getDecodedPath().replace("/", "");
        List<byte[]> answers = pages.get(bucket + "/" + prefix);
        if (answers == null) {
            return super.handle(request, response, callback);
        }
        String token = parameters.getValue("continuation-token");
        response.setStatus(200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/xml");
        response.write(true, ByteBuffer.wrap(answers.get(token == null ? 0 : Integer.parseInt(token))), callback);
        return true;
    }
}
