using System.Buffers;
using BenchmarkDotNet.Attributes;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.MicroBenchmarks;

/// <summary>Parses the header line of a reply, and writes requests.</summary>
public class FramingBenchmarks
{
    private static readonly CommandDescriptor Echo = CommandTable.Find("echo")!;
    private static readonly CommandDescriptor MemoryGet = CommandTable.Find("memory.get")!;

    private static readonly byte[] Reply = "123456 ok 48213 5\nhello<|END|>"u8.ToArray();
    private static readonly byte[] ReplyWithArguments = "123456 ok 48213 0 33554464 2 -\n<|END|>"u8.ToArray();

    private readonly ArrayBufferWriter<byte> _output = new(16 * 1024);

    [Benchmark]
    public long ReadHeader()
    {
        MessageHeader.TryRead(Reply, out var header, out _);
        return header.Id;
    }

    [Benchmark]
    public long ReadHeaderWithArguments()
    {
        MessageHeader.TryRead(ReplyWithArguments, out var header, out _);
        return header.Id;
    }

    [Benchmark]
    public int WriteEcho() => Write(Echo.Request() with { Text = "hello" });

    [Benchmark]
    public int WriteMemoryGet() => Write(MemoryGet.Request(0x02000020, 2, ""));

    private int Write(in EmulatorRequest request)
    {
        _output.ResetWrittenCount();
        MessageWriter.Write(_output, 123456, 48213377, request, MessageWriter.PayloadLength(request));
        return _output.WrittenCount;
    }
}
