using System.Buffers.Binary;
using Bridge.Api.Features.States;
using Bridge.SocketPool;

namespace Bridge.Api.Tests.Features.States;

public sealed class StateTableTests
{
    private const int Entry = StateTable.GameBoyBytes, End = Entry + (2 * StateTable.EntryBytes);

    [Fact]
    public void A_state_with_an_attachment_is_accepted()
    {
        StateTable.Check(State(4, End));
        Assert.Equal([1, 2, 3, 4], StateTable.ItemOf(State(4, End), StateTable.SaveTag).ToArray());
        Assert.True(StateTable.ItemOf(State(4, End), StateTable.PictureTag).IsEmpty);
        Assert.Null(StateTable.PictureOf(State(4, End)));
    }

    [Theory]
    [InlineData(0, 4, End)]
    [InlineData(Entry - 1, 4, End)]
    [InlineData(Entry + 3, 4, End)]
    [InlineData(Entry + StateTable.EntryBytes + 3, 4, End)]
    [InlineData(End + 3, 4, End)]
    [InlineData(End + 4, 5, End)]
    [InlineData(End + 4, -1, End)]
    [InlineData(End + 4, 4, -1)]
    [InlineData(End + 4, 4, (1L << 32) + End)]
    [InlineData(End + 4, 4, long.MaxValue)]
    public void A_state_that_is_cut_off_is_refused(int length, int size, long offset)
    {
        var refusal = Assert.Throws<EmulatorException>(() => StateTable.Check(State(size, offset).AsSpan(0, length)));
        Assert.Equal(EmulatorFailure.ProtocolError, refusal.Failure);
    }

    private static byte[] State(int size, long offset)
    {
        var state = new byte[End + 4];
        BinaryPrimitives.WriteInt32LittleEndian(state.AsSpan(Entry), StateTable.SaveTag);
        BinaryPrimitives.WriteInt32LittleEndian(state.AsSpan(Entry + 4), size);
        BinaryPrimitives.WriteInt64LittleEndian(state.AsSpan(Entry + 8), offset);
        ((byte[])[1, 2, 3, 4]).CopyTo(state, End);
        return state;
    }
}
