using System.Text;
using Bridge.SocketPool.Commands;
using FsCheck;
using FsCheck.Fluent;

namespace Bridge.SocketPool.Tests.Commands;

public sealed class BatchTests
{
    private static readonly MemoryAddress Chain = MemoryAddress.FromChain("[33554440]+16");

    [Fact]
    public void Operations_are_written_as_the_protocol_shows()
    {
        var batch = new EmulatorBatch();
        batch.ReadValue(33554464, 2, null);
        batch.ReadRange(Chain, 4, null);
        batch.WriteValue(0, 1, 7, "wram");
        batch.WriteRange(33554464, "<|END|>"u8.ToArray(), null);
        batch.Guard(Chain, "i8", null, "lt:-3");
        batch.Press(Buttons.B, 4, 2);
        batch.Hold(Buttons.A | Buttons.L);
        batch.Release();
        batch.TakePicture();
        batch.ReadRegister("r0");
        batch.WriteRegister("sp", uint.MaxValue);
        batch.Play(new ButtonSequence([new SequenceLine(Buttons.A, 4), new SequenceLine(Buttons.None, 2)], 3));
        Assert.Equal(12, batch.Count);
        Assert.Equal(
            "1 memory.get 0 0 33554464 2 -\n<|END|>2 memory.read 0 0 [33554440]+16 4 -\n<|END|>3 memory.set 0 0 0 1 7 wram\n<|END|>"
            + "4 memory.write 0 7 33554464 -\n<|END|><|END|>5 memory.guard 0 0 [33554440]+16 i8 - lt:-3\n<|END|>"
            + "6 buttons.press 0 0 2 4 2 0\n<|END|>"
            + "7 buttons.set 0 0 513\n<|END|>8 buttons.clear 0 0\n<|END|>9 screen.png 0 0\n<|END|>10 register.get 0 0 r0\n<|END|>"
            + "11 register.set 0 0 sp 4294967295\n<|END|>12 buttons.sequence 0 8 3 0\n1 4\n0 2\n<|END|>",
            Encoding.ASCII.GetString(batch.Messages.Span));
    }

    [Fact]
    public void It_is_as_repeatable_as_its_least_repeatable_operation()
    {
        var batch = new EmulatorBatch();
        batch.ReadValue(0, 1, null);
        batch.Guard(0, "u8", null, "eq:1");
        batch.TakePicture();
        batch.ReadRegister("r0");
        Assert.Equal(ReplayCategory.ReadOnly, batch.Category);
        batch.WriteValue(0, 1, 1, null);
        Assert.Equal(ReplayCategory.LastWriteWins, batch.Category);
        batch.Press(Buttons.A, 1, 1);
        batch.ReadValue(0, 1, null);
        Assert.Equal(ReplayCategory.NotReplayable, batch.Category);
    }

    [Fact]
    public void Results_are_read_in_their_order()
    {
        var results = BatchReply.Read(
            "1 ok 5 0 1 -3 33554704\n<|END|>2 ok 5 7 33554705\n<|END|><|END|>3 skipped 5 0\n<|END|>"u8.ToArray(), 3);
        Assert.Equal((1, 33554704u, 5u), (results[0].Number, results[0].AddressOf(Chain), results[0].AddressOf(5u)));
        Assert.Equal((33554705u, "<|END|>"), (results[1].AddressOf(Chain), Encoding.ASCII.GetString(results[1].Payload.Span)));
        Assert.Equal([false, false, true], results.Select(result => result.Skipped));
    }

    [Theory]
    [InlineData("", 1)]
    [InlineData("1 ok 5 0\n<|END|>", 2)]
    [InlineData("1 ok 5 0\n<|END|>2 ok 5 0\n<|END|>", 1)]
    [InlineData("2 ok 5 0\n<|END|>", 1)]
    [InlineData("1 failed 5 0\n<|END|>", 1)]
    [InlineData("1 ok 5 9\n<|END|>", 1)]
    [InlineData("1 ok 5 0\n<|end|>", 1)]
    [InlineData("1 ok 5 0", 1)]
    [InlineData("hello\n<|END|>", 1)]
    public void A_batch_without_one_reply_for_each_operation_is_a_protocol_error(string payload, int count) =>
        Assert.Equal(EmulatorFailure.ProtocolError,
            Assert.Throws<EmulatorException>(() => BatchReply.Read(Encoding.ASCII.GetBytes(payload), count)).Failure);

    [Fact]
    public void A_result_without_its_number_is_a_protocol_error()
    {
        var result = BatchReply.Read("1 ok 5 0 seven\n<|END|>"u8.ToArray(), 1)[0];
        Assert.Equal(EmulatorFailure.ProtocolError, Assert.Throws<EmulatorException>(() => result.Number).Failure);
        Assert.Equal(EmulatorFailure.ProtocolError, Assert.Throws<EmulatorException>(() => result.AddressOf(Chain)).Failure);
    }

    [Fact]
    public void Bytes_that_were_changed_on_the_way_are_read_or_refused_and_nothing_else() =>
        Prop.ForAll<PositiveInt, byte, PositiveInt>((at, value, count) =>
    {
        var bytes = "1 ok 5 0 1 -3 33554704\n<|END|>2 ok 5 7 33554705\n<|END|><|END|>3 skipped 5 0\n<|END|>"u8.ToArray();
        bytes[at.Get % bytes.Length] = value;
        try
        {
            return BatchReply.Read(bytes, count.Get % 5).Length == 3;
        }
        catch (EmulatorException exception)
        {
            return exception.Failure == EmulatorFailure.ProtocolError;
        }
    }).QuickCheckThrowOnFailure();
}
