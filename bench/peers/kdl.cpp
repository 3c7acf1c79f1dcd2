// Orocos KDL: recursive Newton–Euler on a chain of segments.
#include "peers.h"

#include <vector>

#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/config.h>

namespace
{

KDL::Frame frame_of(const peer_link &l)
{
  return KDL::Frame(KDL::Rotation(l.R[0][0], l.R[0][1], l.R[0][2], l.R[1][0], l.R[1][1], l.R[1][2], l.R[2][0],
                                  l.R[2][1], l.R[2][2]),
                    KDL::Vector(l.p[0], l.p[1], l.p[2]));
}

// A segment's joint is at its root and its frame at its tip, so segment i ends where joint i+1 begins. The root of
// the chain is where joint 1 is: one fixed segment less.
KDL::Chain chain_of(const peer_arm &arm)
{
  KDL::Chain chain;
  for (int i = 0; i < arm.n; i++) {
    const peer_link &l = arm.link[i];
    const KDL::Frame tip = i + 1 < arm.n ? frame_of(arm.link[i + 1]) : KDL::Frame::Identity();
    const KDL::RigidBodyInertia body(l.mass, KDL::Vector(l.com[0], l.com[1], l.com[2]),
                                     KDL::RotationalInertia(l.inertia[0], l.inertia[1], l.inertia[2],
                                                            l.inertia[3], l.inertia[4], l.inertia[5]));
    const KDL::Joint joint(l.prismatic ? KDL::Joint::TransZ : KDL::Joint::RotZ);
    chain.addSegment(KDL::Segment(joint, tip, tip.Inverse() * body));
  }
  return chain;
}

KDL::Vector gravity_of(const peer_arm &arm)
{
  return frame_of(arm.link[0]).M.Inverse() * KDL::Vector(arm.gravity[0], arm.gravity[1], arm.gravity[2]);
}

struct State {
  KDL::JntArray q, qd, qdd, tau;
};

struct Kdl {
  KDL::Chain chain;
  KDL::ChainIdSolver_RNE id;
  KDL::ChainFdSolver_RNE fd;
  KDL::ChainDynParam parameters;
  std::vector<State> states;
  KDL::JntArray moved, answer;
  KDL::JntSpaceInertiaMatrix M;
  KDL::Wrenches wrenches;

  explicit Kdl(const peer_arm &arm)
      : chain(chain_of(arm)), id(chain, gravity_of(arm)), fd(chain, gravity_of(arm)),
        parameters(chain, gravity_of(arm)), moved(unsigned(arm.n)), answer(unsigned(arm.n)), M(arm.n),
        wrenches(size_t(arm.n), KDL::Wrench::Zero())
  {
  }
};

KDL::JntArray array_of(unsigned n, const double from[])
{
  KDL::JntArray to(n);
  for (unsigned i = 0; i < n; i++) to(i) = from[i];
  return to;
}

void *create(const peer_arm *arm) { return new Kdl(*arm); }
void destroy(void *peer) { delete static_cast<Kdl *>(peer); }

void take(void *peer, int count, const double q[], const double qd[], const double qdd[], const double tau[])
{
  Kdl &k = *static_cast<Kdl *>(peer);
  const unsigned n = k.answer.rows();
  k.states.clear();
  for (unsigned s = 0; s < unsigned(count); s++)
    k.states.push_back({array_of(n, q + s * n), array_of(n, qd + s * n), array_of(n, qdd + s * n),
                        array_of(n, tau + s * n)});
}

double ask(void *peer, peer_question question, int state, const double *carried)
{
  Kdl &k = *static_cast<Kdl *>(peer);
  const State &x = k.states[size_t(state)];
  if (carried)
    for (unsigned i = 0; i < k.moved.rows(); i++) k.moved(i) = x.q(i) + *carried;
  const KDL::JntArray &q = carried ? k.moved : x.q;
  if (question == PEER_INVERSE_DYNAMICS) k.id.CartToJnt(q, x.qd, x.qdd, k.wrenches, k.answer);
  else if (question == PEER_FORWARD_DYNAMICS) k.fd.CartToJnt(q, x.qd, x.tau, k.wrenches, k.answer);
  else k.parameters.JntToMass(q, k.M);
  return question == PEER_MASS_MATRIX ? k.M(0, 0) : k.answer(0);
}

void answer(void *peer, peer_question question, double out[])
{
  const Kdl &k = *static_cast<Kdl *>(peer);
  const unsigned n = k.answer.rows();
  for (unsigned i = 0; i < n; i++) {
    if (question != PEER_MASS_MATRIX) out[i] = k.answer(i);
    for (unsigned j = 0; j < n && question == PEER_MASS_MATRIX; j++) out[i * n + j] = k.M(i, j);
  }
}

}  // namespace

extern "C" const peer_library peer_kdl = {
    "Orocos KDL " KDL_VERSION_STRING,
    PEER_GENERIC,
    {"ChainIdSolver_RNE", "ChainFdSolver_RNE", "ChainDynParam::JntToMass"},
    create,
    destroy,
    take,
    ask,
    answer};
